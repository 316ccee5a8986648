# The front door. Everything real is in CMake; `cmake --preset release` works as well.

PREFIX ?= /usr/local
DEMO = build/demo
PAPERS = build/papers
ENGINES = build/engines
FUZZ_SECONDS ?= 600
FUZZ_PRESET ?= fuzz
KILLS ?= 1000
TRIES ?= 100
MUTANTS ?= 300
TRIALS ?= 1000
MODELS ?= 100000
CASES ?= 10000
SHARED ?= ../shared

define build_release
@cmake --preset release --log-level=WARNING $(1)
@cmake --build --preset release
endef

.PHONY: build demo papers python site deb lab check test test-shared torture random-models statistics device-cases coverage mutants bench engines fuzz install tables format clean help

build:
	@tools/setup build
	$(call build_release)

# a bridge study as a page, and every model against the restitution it promises, with figures
demo:
	@tools/setup demo
	$(call build_release)
	@mkdir -p $(DEMO)
	@start=$$(date +%s%N); \
	build/release/cli/thud compare --e 0.25,0.5,0.75,1 --plot $(DEMO)/laws >$(DEMO)/laws.txt && \
	tools/demo build/release/cli/thud $(DEMO) && \
	echo "How all models compare is in $(DEMO)/laws.txt, with figures in $(DEMO)/laws." && \
	echo "It took $$((($$(date +%s%N) - start) / 1000000)) ms."

# tables and figures of the papers, computed again; pages and pictures are kept in the repository
papers:
	@tools/setup papers
	$(call build_release,-DTHUD_BUILD_PAPERS=ON)
	build/release/papers/papers papers/pages paper/paper.bib $(PAPERS)
	@mkdir -p docs/papers/figures
	@cp $(PAPERS)/*.md docs/
	@cp $(PAPERS)/papers/*.md docs/papers/
	@cp $(PAPERS)/figures/*.svg docs/figures/
	@cp $(PAPERS)/papers/figures/*.svg docs/papers/figures/
	@echo "The pages are in docs and docs/papers, scripts and data of the figures in $(PAPERS)."

# impacts in the browser: one file that needs nothing else
lab:
	@tools/setup lab
	@cmake --preset wasm --log-level=WARNING
	@cmake --build --preset wasm --target lab

# every test that takes no more than two seconds, optimised: less than a minute when all is built
check:
	@tools/setup test
	$(call build_release,-DTHUD_BUILD_TESTS=ON)
	@ctest --preset release --label-regex '^quick$$' --parallel "$$(nproc)"

# packages for Debian 12, looked at by lintian; a few minutes. packaging/check-install tries them on a bare machine
deb:
	@tools/setup deb
	@tools/build-deb build/deb

# a wheel of the Python package, with the shared library in it; nothing is downloaded
python:
	@tools/setup python
	$(call build_release)
	@tools/build-wheel build/release build/python

# these pages as a site that opens from disk, with search, the notebooks run and the examples' reports
site: python lab
	@tools/setup site
	@tools/site/build build/release build/python/thud-*.whl build/site

# the whole suite optimised, under the sanitizers, and from another compiler
test:
	@tools/setup test
	@if [ -d build/npm/node_modules/uplot ]; then \
		cmake --preset wasm --log-level=WARNING && cmake --build --preset wasm --target lab; \
	else echo "uPlot is not there: the lab is not built, and not tested"; fi
	@tools/run-suite release -DTHUD_BUILD_TESTS=ON -DTHUD_BUILD_BENCH=ON -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld
	@tools/run-suite asan
	@tools/run-suite clang

# the tests that compare with tables and records of a folder that the project does not contain; after make test
test-shared:
	@[ -d "$(SHARED)" ] || { echo "make test-shared SHARED=FOLDER: there is no folder '$(SHARED)'" >&2; exit 2; }
	@for preset in release asan; do \
		THUD_SHARED=$(abspath $(SHARED)) ctest --preset $$preset --label-regex '^shared$$' --parallel "$$(nproc)" || exit 1; \
		tools/list-skipped build/$$preset; \
	done

# kills, full disks, calls that fail and bits that turn over; half an hour
torture:
	@tools/setup test
	$(call build_release,-DTHUD_BUILD_TESTS=ON)
	@tools/torture build/release $(KILLS) $(TRIES)

# random models of every class: none may end for lack of progress, with an energy balance that does not close, or late
random-models:
	@tools/setup test
	$(call build_release,-DTHUD_BUILD_TESTS=ON)
	build/release/tests/random_models $(MODELS)

# errors of fits against the spread of many trials; TRIALS=1000 take some minutes
statistics:
	@tools/setup test
	$(call build_release,-DTHUD_BUILD_TESTS=ON)
	THUD_TRIALS=$(TRIALS) build/release/tests/test_identify_gauge
	THUD_TRIALS=$(TRIALS) build/release/tests/test_identify_statistics

# random cases on the first device, or on the cores by pocl, beside the library; CASES=10000 take some minutes
device-cases:
	@tools/setup test
	$(call build_release,-DTHUD_BUILD_TESTS=ON)
	build/release/tests/device_cases $(CASES)

# branches that the tests take, by module; an hour
coverage:
	@tools/setup test
	@tools/coverage

# changes of one operator, constant or guard each that no test notices; hours
mutants:
	@tools/setup test
	@tools/mutants --count $(MUTANTS)

bench:
	@tools/setup bench
	$(call build_release,-DTHUD_BUILD_BENCH=ON)
	build/release/bench/bench_impact
	build/release/bench/bench_run
	build/release/bench/bench_sweep
	build/release/bench/bench_device
	build/release/bench/bench_store
	build/release/bench/bench_spectrum
	build/release/bench/bench_motion
	build/release/bench/bench_generate
	build/release/bench/bench_psd
	build/release/bench/bench_identify
	bench/bench_python build/release

# other simulators, with the numbers of thud and with those that people take; table and figure are kept in the repository
engines:
	@tools/setup engines
	$(call build_release)
	@mkdir -p $(ENGINES)
	build/release/cli/thud engine audit tools/engines --markdown --table tests/engine/returned.txt \
		--plot $(ENGINES)/returned.svg >$(ENGINES)/audit.md
	@tools/engines/update-page docs/engines.md $(ENGINES)/audit.md
	@mkdir -p docs/engines
	@cp $(ENGINES)/returned.svg docs/engines/returned.svg

# every reader against whatever bytes break it; FUZZ_PRESET=fuzz-fast tries ten times as many inputs with fewer checks
fuzz:
	@tools/setup fuzz
	@tools/fuzz $(FUZZ_PRESET) $(FUZZ_SECONDS)

install: build
	@cmake --install build/release --prefix $(PREFIX)

# the Chebyshev tables of laws without a closed relation, and the direction numbers of Sobol' sequences; takes a
# while, and the result is kept in the repository
tables:
	@tools/setup build
	@mkdir -p build
	gcc -std=c17 -O2 tools/make-tables.c -lm -o build/make-tables
	build/make-tables >build/table_data.c
	mv build/table_data.c src/law/table_data.c
	gcc -std=c17 -O2 -Isrc tools/make-sobol.c src/numeric/sobol.c -o build/make-sobol
	build/make-sobol >build/sobol_table.c
	mv build/sobol_table.c src/numeric/sobol_table.c

format:
	@tools/setup format
	@find include src report fmu cli lab python tests bench examples fuzz papers tools -name '*.[ch]' ! -name table_data.c ! -name sobol_table.c -print0 | xargs -0 clang-format -i

clean:
	@rm -rf build

help:
	@echo "make                    build the library and the command"
	@echo "make demo               a bridge study as a page, all models compared, in $(DEMO)"
	@echo "make papers             compute tables and figures of the papers anew, into docs/papers"
	@echo "make lab                impacts in the browser, as one file in build/lab"
	@echo "make check              run the quick tests, optimised"
	@echo "make python             a wheel of the Python package, in build/python"
	@echo "make site               the documentation as a site with search, in build/site"
	@echo "make deb                packages for Debian 12, in build/deb"
	@echo "make test               run every test: optimised, under sanitizers, with clang"
	@echo "make test-shared        the comparisons with tables and records in SHARED=FOLDER, after make test"
	@echo "make torture            kill and starve sweeps, KILLS=1000 times; TRIES=100 failing calls of each kind"
	@echo "make random-models      MODELS=100000 random models of every class, which have to come to their end"
	@echo "make statistics         errors of fits against the spread of TRIALS=1000 trials of each case"
	@echo "make device-cases       CASES=10000 random cases on a device, or by pocl, beside the library"
	@echo "make coverage           branches that the tests take, by module"
	@echo "make mutants            changes of the sources that no test notices, MUTANTS=300 tried"
	@echo "make bench              measure, side by side with SUNDIALS"
	@echo "make engines            run the simulators that Debian and npm have with thud's numbers, into docs/engines.md"
	@echo "make fuzz               try to break the file readers, each for FUZZ_SECONDS=600"
	@echo "make install PREFIX=/usr/local"
	@echo "make tables             compute src/law/table_data.c anew"
	@echo "make format             put the sources into the house style (clang-format)"
	@echo "make clean              remove build/"
