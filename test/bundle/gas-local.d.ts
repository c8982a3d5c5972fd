declare module 'gas-local' {
  const gas: {
    require(folder: string, globals?: object): Record<string, unknown>;
  };
  export default gas;
}
