# The pages of `thud report`: each is bundled with its style, its programs and uPlot into one HTML text, and that into a
# C array (cmake/bundle.cmake). Sets THUD_PAGES, the C files; included where the library is.

# tools/setup puts it there
set(THUD_UPLOT ${PROJECT_SOURCE_DIR}/build/npm/node_modules/uplot CACHE PATH "Where the npm package uplot is")
# empty without it; being part of the command, it has the pages bundled anew when uPlot comes or goes
set(THUD_UPLOT_FILES ${THUD_UPLOT}/dist)
if(NOT EXISTS ${THUD_UPLOT_FILES}/uPlot.iife.min.js)
  set(THUD_UPLOT_FILES "")
  message(WARNING "uPlot is not in ${THUD_UPLOT}: `thud report` will say that it was built without it; tools/setup build")
endif()

set(shared_frame page.html)
set(shared_styles style.css)
set(shared_scripts base.js data.js format.js theme.js scale.js parts.js download.js xy.js series.js table.js)
set(run_scripts plan_structures.js plan.js motion.js paint.js paint_ground.js scene.js picture_words.js clock.js player.js export.js strip.js profile.js
  answer.js shaking.js first.js spread.js energy.js histories.js loops.js link_loops.js spectrum.js ledger.js
  run_data.js run_head.js run_quality.js run_tables.js run.js)
set(study_scripts filter.js cases.js groups.js map_dots.js map.js lines.js fragility_fit.js fragility.js ida.js influence.js study_axes.js
  study_data.js study_head.js study_filter.js study.js)

set(THUD_WEB ${PROJECT_SOURCE_DIR}/web)
set(THUD_PAGES)

# thud_add_page(NAME script…): page.html with the sections of NAME.html becomes thud_page_NAME_html in NAME_html.c
macro(thud_add_page name)
  set(scripts ${shared_scripts} ${ARGN})
  set(inputs ${shared_frame} ${name}.html ${shared_styles} ${scripts})
  list(TRANSFORM inputs PREPEND ${THUD_WEB}/)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}_html.c)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND}
      -DNAME=${name} -DOUTPUT=${output} -DUPLOT=${THUD_UPLOT_FILES}
      "-DSTYLES=${shared_styles}" "-DSCRIPTS=${scripts}"
      -P ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake
    DEPENDS ${inputs} ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake
    WORKING_DIRECTORY ${THUD_WEB}
    COMMENT "Bundling ${name}.html"
    VERBATIM)
  list(APPEND THUD_PAGES ${output})
endmacro()

# the licence of uPlot, for `thud --version --licences`
set(notice ${CMAKE_CURRENT_BINARY_DIR}/notice.c)
add_custom_command(OUTPUT ${notice}
  COMMAND ${CMAKE_COMMAND} -DNAME=notice -DOUTPUT=${notice} -DUPLOT=${THUD_UPLOT_FILES}
    -P ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/cmake/bundle.cmake
  COMMENT "Bundling the notice of uPlot"
  VERBATIM)
list(APPEND THUD_PAGES ${notice})

thud_add_page(run ${run_scripts})
thud_add_page(study ${study_scripts})

# the lab, where `make lab` has made it: a megabyte, which an assembler takes in no time
set(THUD_LAB ${PROJECT_SOURCE_DIR}/build/lab/index.html CACHE FILEPATH "The page of the lab")
set(THUD_LAB_BYTES "")
if(EXISTS ${THUD_LAB})
  set(THUD_LAB_BYTES ".incbin \\\"${THUD_LAB}\\\"\\n")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/lab.c.in lab_page.c @ONLY)
if(EXISTS ${THUD_LAB})
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/lab_page.c PROPERTIES OBJECT_DEPENDS ${THUD_LAB})
endif()
list(APPEND THUD_PAGES ${CMAKE_CURRENT_BINARY_DIR}/lab_page.c)
