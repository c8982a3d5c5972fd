/** Tests run the built bundles, so they are built first. */
module.exports = async () => {
  const { build } = await import('../../build.mjs');
  await build();
};
