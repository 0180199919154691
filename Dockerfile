# pack-lookup serve over the packed package, which has no dependencies. There must be one only: of two, one would be laid over the other.
#   rm -f pack-lookup-*.tgz && npm pack ./npm
#   docker build -t pack-lookup .
#   docker run --read-only -p 8787:8787 -v /srv/dmd:/data:ro pack-lookup --release /data/nhsbsa.zip
FROM node:22-alpine
ADD pack-lookup-*.tgz /opt/
USER node
EXPOSE 8787
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# With the port, which a second one would contradict: -p gives it another one outside.
ENTRYPOINT ["node", "/opt/package/cli.js", "serve", "--host", "0.0.0.0", "--port", "8787"]
