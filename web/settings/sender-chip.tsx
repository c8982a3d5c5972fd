interface Props {
  address: string;
  /** Why it is not tracked. */
  error?: string;
  /** The next press of Backspace removes it. */
  isMarked?: boolean;
  onRemove: (address: string) => void;
}

export function SenderChip({ address, error, isMarked, onRemove }: Props) {
  return (
    <li class={`chip${error ? ' refused' : ''}${isMarked ? ' marked' : ''}`}>
      <span>
        {address}
        {error && <small role="alert">{error}</small>}
      </span>
      <button type="button" class="quiet" aria-label={`Remove ${address}`} onClick={() => onRemove(address)}>
        ×
      </button>
    </li>
  );
}
