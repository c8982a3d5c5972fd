export function CasePage({ caseNumber }: { caseNumber: string }) {
  return <h2>{caseNumber}</h2>;
}
