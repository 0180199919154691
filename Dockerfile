# pack-lookup serve over the packed package (npm pack ./npm), which has no dependencies:
#   docker build -t pack-lookup .
#   docker run --read-only -p 8787:8787 -v /srv/dmd:/data:ro pack-lookup --release /data/nhsbsa.zip
FROM node:22-alpine
ADD pack-lookup-*.tgz /opt/
USER node
EXPOSE 8787
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/package/cli.js", "serve", "--host", "0.0.0.0"]
