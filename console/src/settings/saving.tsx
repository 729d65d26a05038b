// Saves a setting, unless it was changed after the form began.
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { get } from '../api';
import { useSubmission } from '../parts/submission';
import { queries } from '../queries';
import { useAdministration } from '../texts/administration';
import type { Settings } from './requests';

interface OfSetting<Value> {
  /** The value that the form begins with. */
  of: Value;
  /** Returns the value of this form in the settings that the exchange has now. */
  read: (settings: Settings) => Value;
  /** Receives the present value, which the form shows then. */
  onLoad: (value: Value) => void;
}

interface SettingSaving {
  isSaved: boolean;
  onEdit: () => void;
  save: (put: () => Promise<void>) => Promise<void>;
  /** The reason why the form was not saved, with a button that loads the present value. */
  notice: ReactNode;
}

export function useSettingSaving<Value>({ of, read, onLoad }: OfSetting<Value>): SettingSaving {
  const a = useAdministration();
  const [begun, setBegun] = useState(of);
  const [isSaved, setIsSaved] = useState(false);
  const [isOld, setIsOld] = useState(false);
  const { failure, isAsking, submit } = useSubmission();
  const present = async () => read((await get('/admin/settings')).data);
  const save = async (put: () => Promise<void>) => {
    const isChanged = JSON.stringify(await present()) !== JSON.stringify(begun);
    setIsOld(isChanged);
    if (isChanged) return;
    await put();
    setBegun(await present());
    setIsSaved(true);
  };
  const load = async () => {
    const value = await present();
    await queries.invalidateQueries({ queryKey: ['settings'] });
    setBegun(value);
    setIsOld(false);
    onLoad(value);
  };
  const notice = isOld && (
    <div className="row" role="alert">
      <span>{failure?.message ?? a.settingChanged}</span>
      <Button variant="default" size="xs" loading={isAsking} onClick={() => void submit(load)}>
        {a.loadSetting}
      </Button>
    </div>
  );
  return { isSaved, onEdit: () => setIsSaved(false), save, notice };
}
