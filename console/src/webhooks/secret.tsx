import { CopiedText } from '../parts/copied_text';
import { useTextsOf } from '../texts/texts';
import { webhookTexts } from '../texts/webhooks';

/** A new secret, which no later page shows. */
export function NewSecret({ secret }: { secret: string }) {
  const own = useTextsOf(webhookTexts);
  return (
    <div className="turn stack tight" role="status">
      <p>{own.secretOnce}</p>
      <CopiedText text={secret} />
    </div>
  );
}
