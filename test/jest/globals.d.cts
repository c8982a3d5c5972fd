export function keepGlobals(): () => void;
