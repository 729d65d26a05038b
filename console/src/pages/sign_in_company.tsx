// The domain of the e-mail address selects the provider of the company.
import { signInAtProvider } from '../at_provider';
import { EmailForm } from '../parts/email_form';
import { useTexts } from '../texts/texts';

export function CompanyForm() {
  const { t } = useTexts();
  return (
    <EmailForm
      heading={t.product}
      help={t.companyHelp}
      button={t.toProvider}
      work={(email) => signInAtProvider({ email })}
    />
  );
}
