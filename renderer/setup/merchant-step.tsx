import { useState } from 'react';
import { SearchField } from '../components/search-field.tsx';
import { Fact, Facts, Foot } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { PickList } from './pick-list.tsx';
import { Finding, Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** Number of merchants from which the list has a search. */
const SEARCHED_FROM = 8;
const MAX_SEARCH = 100;

/** Chooses the account's merchant for which this till takes payments. */
export function MerchantStep({ run }: { run: StepRun }) {
  const texts = useTexts(setupWords);
  const { merchant: text } = texts.words.setup;
  const { answers } = run.view;
  const { merchants = [], isListed = true } = answers.account ?? {};
  const possible = merchants.filter(({ isApproved }) => isApproved !== false);
  const only = possible.length === 1 ? possible[0] : undefined;
  const [chosen, setChosen] = useState<string | null>(answers.merchant?.id ?? only?.id ?? null);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = merchants.filter(({ id, name }) => `${name} ${id}`.toLocaleLowerCase().includes(wanted));
  const typed = isListed || search.trim() === '' ? undefined : { id: search.trim(), isApproved: null };
  const picked = shown.find(({ id }) => id === chosen) ?? (shown.length === 1 ? shown[0] : typed);
  const isTaken = picked !== undefined && picked.isApproved !== false;
  const approvalWords: Record<string, string> = { false: text.notApproved, null: text.approvalUnknown };
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
      {isListed ? null : <Finding state="warn" say={text.unlisted} />}
      {merchants.length >= SEARCHED_FROM || !isListed ? (
        <SearchField
          label={text.search}
          hint={text.hint}
          value={search}
          max={MAX_SEARCH}
          list="merchants"
          onChange={setSearch}
        />
      ) : null}
      {isListed && possible.length === 0 ? <Finding state="warn" say={text.nobody} /> : null}
      {run.mistake ? <Finding state="bad" say={run.mistake.sentence} /> : null}
      <div id="merchants" className={css.list}>
        <PickList
          label={text.list}
          rows={shown.map(({ id, name, isApproved }) => ({
            id,
            name,
            sub: approvalWords[String(isApproved)] ?? (name === id ? undefined : id),
            isOff: isApproved === false,
          }))}
          chosen={picked?.id ?? null}
          onPick={(id) => {
            setChosen(id);
            run.forget();
          }}
        />
        {shown.length === 0 && isListed ? <p className="tb-quiet">{text.none}</p> : null}
      </div>
      <Foot>
        <Facts>
          <Fact label={text.count({ count: merchants.length })} />
        </Facts>
      </Foot>
    </Step>
  );
}
