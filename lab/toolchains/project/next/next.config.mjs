export default { serverExternalPackages: ["pack-lookup"] };
