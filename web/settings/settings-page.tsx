export function SettingsPage() {
  return <h2>Settings</h2>;
}
