import type { ActionOffer, DeviceAction, DeviceView, TerminalView } from '../../electron/contract/index.ts';
import type { IconName } from '../components/icon.tsx';
import type { TechnicianTexts } from '../text/technician-words.ts';

/** One of the five keys: its action and route, or why it is locked. Its place never changes. */
export interface ActionKey {
  action: DeviceAction;
  icon: IconName;
  name: string;
  /** The route, or the reason why the key is locked. */
  sub: string;
  isLocked: boolean;
  /** Input that is needed before the action, or null. */
  asks: 'activation-code' | 'idle-message' | 'confirmation' | 'open-payment' | null;
}

/** Fixed order of the keys, with every action. */
export const actionOrder: readonly DeviceAction[] = [
  'ACTIVATE',
  'DEACTIVATE',
  'CANCEL',
  'REBOOT',
  'CREATE_IDLE_MESSAGE',
];

const icons: Record<DeviceAction, IconName> = {
  ACTIVATE: 'tick',
  DEACTIVATE: 'power',
  CANCEL: 'cross',
  REBOOT: 'refresh',
  CREATE_IDLE_MESSAGE: 'screen',
};

/** The processor whose terminals show a code that ACTIVATE needs (specification, devices table). */
const ASKS_ACTIVATION_CODE = 'GATEWAY_B_V1';

function routeWords(offer: ActionOffer, words: TechnicianTexts['words']): string {
  const { actions } = words.technician;
  if (offer.route === 'platform') return offer.isAway ? actions.byPlatformAway : actions.byPlatform;
  return offer.action === 'REBOOT' ? actions.byCableRestart : actions.byCable;
}

function reasonWords(offer: ActionOffer, device: DeviceView, words: TechnicianTexts['words']): string {
  const { reasons } = words.technician.actions;
  switch (offer.reason) {
    case 'processor':
      return device.processor === null ? reasons.processor : reasons.processorNamed({ processor: device.processor });
    case 'already':
      return reasons.already[offer.action];
    case 'nothing-running':
    case 'offline':
    case 'no-cable':
      return reasons[offer.reason];
    case 'busy':
      return reasons.payment;
    case null:
      return reasons.notOffered;
  }
}

function asksOf(action: DeviceAction, device: DeviceView, isPaymentOpen: boolean): ActionKey['asks'] {
  switch (action) {
    case 'ACTIVATE':
      return device.processor === ASKS_ACTIVATION_CODE ? 'activation-code' : null;
    case 'CREATE_IDLE_MESSAGE':
      return 'idle-message';
    case 'DEACTIVATE':
      return isPaymentOpen ? 'open-payment' : 'confirmation';
    case 'REBOOT':
      return isPaymentOpen ? 'open-payment' : null;
    case 'CANCEL':
      return null;
  }
}

/** State that the keys depend on in addition to the Device. */
export interface ActionCircumstances {
  /** The action of this Device that is running, or null. */
  running: DeviceAction | null;
  isLive: boolean;
  /** State of an open payment on its terminal, or null without one. */
  openPayment: 'working' | 'checking' | null;
}

/** The host refuses these during a payment: the customer is using the Device, and the payment uses the cable. */
function isUnderPayment(offer: ActionOffer, openPayment: ActionCircumstances['openPayment']): boolean {
  if (openPayment === null || offer.action === 'CANCEL') return false;
  return openPayment === 'working' || offer.route === 'cable';
}

/** Returns the five keys of a row, in their order. Pure. */
export function actionKeys(
  device: DeviceView | undefined,
  { running, isLive, openPayment }: ActionCircumstances,
  words: TechnicianTexts['words'],
): ActionKey[] {
  const { actions } = words.technician;
  return actionOrder.map((action) => {
    const base = { action, icon: icons[action], name: actions.words[action].name };
    const locked = (sub: string): ActionKey => ({ ...base, sub, isLocked: true, asks: null });
    if (!device) return locked(actions.reasons.noDevice);
    if (running !== null) return locked(actions.reasons.another);
    const offer = device.offers.find((one) => one.action === action);
    if (!offer) return locked(actions.reasons.notOffered);
    if (offer.route === 'none') return locked(reasonWords(offer, device, words));
    if (!isLive) return locked(actions.reasons.away);
    if (isUnderPayment(offer, openPayment)) return locked(actions.reasons.payment);
    return {
      ...base,
      sub: routeWords(offer, words),
      isLocked: false,
      asks: asksOf(action, device, openPayment !== null),
    };
  });
}

/** Returns the same five keys for a terminal without a Device: the actions that the cable supports. Pure. */
export function cableKeys(
  terminal: TerminalView,
  {
    running,
    isLive,
    openPayment,
    isDeviceUnknown = false,
  }: ActionCircumstances & { isDeviceUnknown?: boolean | undefined },
  words: TechnicianTexts['words'],
): ActionKey[] {
  const { actions } = words.technician;
  const isUp = terminal.state === 'ready' || terminal.state === 'busy';
  return actionOrder.map((action) => {
    const base = { action, icon: icons[action], name: actions.words[action].name };
    const locked = (sub: string): ActionKey => ({ ...base, sub, isLocked: true, asks: null });
    const noDevice = isDeviceUnknown ? actions.reasons.deviceNotSaid : actions.reasons.noDevice;
    if (action === 'ACTIVATE' || action === 'DEACTIVATE') return locked(noDevice);
    if (running !== null) return locked(actions.reasons.another);
    if (!isUp) return locked(actions.reasons['no-cable']);
    if (!terminal.cableActions.includes(action)) return locked(actions.reasons.notThisModel);
    if (!isLive) return locked(actions.reasons.away);
    if (action === 'CANCEL' && openPayment === null) return locked(actions.reasons['nothing-running']);
    if (action !== 'CANCEL' && openPayment !== null) return locked(actions.reasons.payment);
    const offer: ActionOffer = { action, route: 'cable', reason: null };
    const asks = action === 'CREATE_IDLE_MESSAGE' ? 'idle-message' : null;
    return { ...base, sub: routeWords(offer, words), isLocked: false, asks };
  });
}
