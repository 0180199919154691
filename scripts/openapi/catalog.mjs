// What APIs this origin has (RFC 9727), as a set of links (RFC 9264).

export const catalog = {
  linkset: [
    {
      anchor: "/api/",
      "service-desc": [{ href: "/openapi.json", type: "application/openapi+json" }],
      "service-doc": [{ href: "/docs", type: "text/html" }],
      status: [{ href: "/api/about", type: "application/json" }],
      license: [{ href: "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/" }],
    },
  ],
};
