# Debian 12 and the two commands. The folder build/demo holds what came out.
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates make && rm -rf /var/lib/apt/lists/*
WORKDIR /thud
COPY . .
RUN make demo
CMD ["make", "test"]
