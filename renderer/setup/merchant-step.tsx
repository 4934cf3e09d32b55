import { useState } from 'react';
import { SearchField } from '../components/search-field.tsx';
import { Fact, Facts, Foot } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { PickList } from './pick-list.tsx';
import { Finding, Step } from './step.tsx';
import type { StepRun } from './use-step.ts';

/** From so many on they are searched. */
const SEARCHED_FROM = 8;
const MAX_SEARCH = 100;

/** Which of the account's merchants this till takes payments for. */
export function MerchantStep({ run }: { run: StepRun }) {
  const texts = useTexts();
  const { merchant: text } = texts.words.setup;
  const { answers } = run.view;
  const merchants = answers.account?.merchants ?? [];
  const approved = merchants.filter(({ isApproved }) => isApproved);
  const only = approved.length === 1 ? approved[0] : undefined;
  const [chosen, setChosen] = useState<string | null>(answers.merchant?.id ?? only?.id ?? null);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = merchants.filter(({ id, name }) => `${name} ${id}`.toLocaleLowerCase().includes(wanted));
  const picked = shown.find(({ id }) => id === chosen) ?? (shown.length === 1 ? shown[0] : undefined);
  const isTaken = picked?.isApproved === true;
  return (
    <Step
      run={run}
      name="merchant"
      title={text.title}
      go={{
        label: text.go,
        press: () => void (picked && run.send({ step: 'merchant', merchant: picked.id })),
        hold: isTaken ? null : text.hold,
      }}
    >
      {merchants.length >= SEARCHED_FROM ? (
        <SearchField
          label={text.search}
          hint={text.hint}
          value={search}
          max={MAX_SEARCH}
          list="merchants"
          onChange={setSearch}
        />
      ) : null}
      {approved.length === 0 ? <Finding state="warn" say={text.nobody} /> : null}
      {run.mistake ? <Finding state="bad" say={run.mistake.sentence} /> : null}
      <div id="merchants" className="tb-setup-list">
        <PickList
          label={text.list}
          rows={shown.map(({ id, name, isApproved }) => ({
            id,
            name,
            sub: isApproved ? (name === id ? undefined : id) : text.notApproved,
            isOff: !isApproved,
          }))}
          chosen={picked?.id ?? null}
          onPick={(id) => {
            setChosen(id);
            run.forget();
          }}
        />
        {shown.length === 0 ? <p className="tb-quiet">{text.none}</p> : null}
      </div>
      <Foot>
        <Facts>
          <Fact label={text.count(merchants.length)} />
        </Facts>
      </Foot>
    </Step>
  );
}
