/** For a form that the page itself sends: what somebody has filled in. */
export function onSubmit(
  send: (fields: FormData, event: SubmitEvent & { currentTarget: HTMLFormElement }) => void,
) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    send(new FormData(event.currentTarget), event);
  };
}
