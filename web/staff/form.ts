/** Hands over what was filled in, for a form that the page itself sends. */
export function onSubmit(
  send: (fields: FormData, event: SubmitEvent & { currentTarget: HTMLFormElement }) => void,
) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    send(new FormData(event.currentTarget), event);
  };
}
