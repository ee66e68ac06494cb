# The server with PostgreSQL: docker build -f docs/deploy/postgres.Dockerfile . in the repository's root.
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libpq-dev libsqlite3-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift ./
COPY Sources ./Sources
COPY Tools ./Tools
COPY Tests ./Tests
COPY Benchmarks ./Benchmarks
RUN swift build -c release --static-swift-stdlib --traits default,PostgreSQL --product backstack \
  && strip --output-file=/backstack .build/release/backstack

# libpq needs more libraries than an image without a distribution has.
FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates libpq5 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /backstack /usr/local/bin/backstack
# For the record of crashes; mount a volume here to keep it when the container is removed.
RUN install -d -o 65532 -g 65532 /var/lib/backstack
VOLUME /var/lib/backstack
# Set STORAGE=postgres://USER@HOST/DATABASE when you run it.
ENV HOST=0.0.0.0 PORT=8080 STORAGE=memory CRASH_FILE=/var/lib/backstack/crashes
EXPOSE 8080
USER 65532:65532
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s \
  CMD ["/usr/local/bin/backstack", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/backstack"]
CMD ["serve"]
