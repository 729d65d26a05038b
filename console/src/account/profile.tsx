import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { Schemas } from '../api';
import { useSubmission } from '../parts/submission';
import { queries } from '../queries';
import { useTexts } from '../texts/texts';
import { languages } from '../texts/wording';
import { changeProfile, type Account } from './requests';

export function Profile({ of }: { of: Account }) {
  const { t } = useTexts();
  const [name, setName] = useState(of.name);
  const [language, setLanguage] = useState(of.language);
  const [timeZone, setTimeZone] = useState(of.timeZone || ownTimeZone());
  const [isSaved, setIsSaved] = useState(false);
  const { failure, isAsking, submit } = useSubmission();

  const save = async () => {
    setIsSaved(false);
    await changeProfile({ name, language, timeZone });
    setIsSaved(true);
    await queries.invalidateQueries({ queryKey: ['session'] });
  };
  return (
    <section className="card stack">
      <h2>{t.profile}</h2>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(save);
        }}
      >
        <TextInput
          label={t.name}
          autoComplete="name"
          value={name}
          onChange={(event) => { setName(event.currentTarget.value); }}
          required
          withAsterisk={false}
        />
        <NativeSelect
          label={t.languageOfMessages}
          value={language}
          data={Object.entries(languages).map(([value, one]) => ({ value, label: one.language }))}
          onChange={(event) => { setLanguage(event.currentTarget.value as Schemas['PersonLanguage']); }}
        />
        <NativeSelect
          label={t.timeZone}
          value={timeZone}
          data={[...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])]}
          onChange={(event) => { setTimeZone(event.currentTarget.value); }}
        />
        <div className="row">
          <Button type="submit" loading={isAsking}>
            {t.save}
          </Button>
          {failure && <span role="alert">{failure.message}</span>}
          {isSaved && <span role="status">{t.saved}</span>}
        </div>
      </form>
    </section>
  );
}

const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
