# pack-lookup serve over the packed package, which has no dependencies. There must be one only: of two, one would be laid over the other.
#   rm -f pack-lookup-*.tgz && npm pack ./npm
#   docker build --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse HEAD)" -t pack-lookup .
#   docker run --read-only -p 8787:8787 -v /srv/dmd:/data:ro pack-lookup
# docs/recipes/README.md has the source of the digest, and how to renew it.
FROM node:22.23.3-alpine3.24@sha256:0a7108bf6c7bf5de370ffb1a3ed6be93d405b43ff159f681a8d18c0e2bc2e402
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Pack Lookup" \
      org.opencontainers.image.description="Which UK medicine pack does this barcode belong to? Lookup and search over dm+d" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.base.name="docker.io/library/node:22.23.3-alpine3.24"
ADD pack-lookup-*.tgz /opt/
# The user "node". Kubernetes can tell from a number that it is not root.
USER 1000:1000
EXPOSE 8787
# Without this file the container does not start. Demonstration data must be asked for: --dataset /opt/package/packs.bin
ENV PACK_LOOKUP_DATASET=/data/packs.bin
# wget of BusyBox: the health check starts no second Node.
HEALTHCHECK --start-period=60s --timeout=5s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8787/livez"]
# With the port, which a second one would contradict: -p gives it another one outside.
ENTRYPOINT ["node", "/opt/package/cli.js", "serve", "--host", "0.0.0.0", "--port", "8787"]
