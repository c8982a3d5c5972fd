/** Lets the page open without a connection, where the browser can: over HTTPS, or on this machine. */
export function registerShellWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/staff/worker.js', { scope: '/staff' })
    // The page works without it, as long as there is a connection.
    .catch((error: Error) => console.warn(`The page will not open offline: ${error.message}`));
}
