# Built in the official Swift image; runs in one that contains only the C and C++ runtimes.
FROM swift:6.3-bookworm AS build
# SQLite is linked into the binary.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libsqlite3-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Package.swift ./
COPY Sources ./Sources
COPY Tools ./Tools
COPY Tests ./Tests
COPY Benchmarks ./Benchmarks
RUN swift build -c release --static-swift-stdlib --product backstack \
  && strip --output-file=/backstack \
    "$(swift build -c release --static-swift-stdlib --product backstack --show-bin-path)/backstack" \
  && mkdir /sessions

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /backstack /usr/local/bin/backstack
# Contains the sessions; mount a named volume here to keep them when the container is removed.
COPY --from=build --chown=nonroot:nonroot /sessions /var/lib/backstack
VOLUME /var/lib/backstack
ENV HOST=0.0.0.0 PORT=8080 STORAGE=sqlite:/var/lib/backstack/sessions.sqlite
EXPOSE 8080
USER nonroot
# The image has neither a shell nor curl, so the binary checks its own server.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s \
  CMD ["/usr/local/bin/backstack", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/backstack"]
CMD ["serve"]
