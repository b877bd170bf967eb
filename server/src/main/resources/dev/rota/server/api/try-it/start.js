// Nothing but this server is asked: no validator, no query in the address that could name another document.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "none",
  queryConfigEnabled: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
