/**
 * The states and actions of the feature "standups".
 *
 * Made by `client --language typescript` of the server's program: don't edit it.
 * Integers are numbers, which lose digits above 2^53.
 */

/** A UUID as a text. */
export type UUID = `${string}-${string}-${string}-${string}-${string}`;

/** A screen of a stack. Its id is never given to another one. */
export interface StackElement<State> {
  readonly id: number;
  readonly state: State;
}

/** An object with one of the cases, and no second one. */
type OneCase<Value, Name = Value extends object ? keyof Value : never> = Value extends object
  ? Value & { readonly [Other in Exclude<Name, keyof Value> & string]?: never }
  : Value;

/** An object with at least one of the members. */
type SomeOf<Members> = {
  [Name in keyof Members]-?: Members & Required<Pick<Members, Name>>;
}[keyof Members];

/** The feature, as the type that `Session.open` takes. */
export interface Feature {
  readonly state: State;
  readonly action: Action;
  readonly creation: SessionCreation;
}

/** What a session shows. */
export interface Snapshot {
  readonly id: string;
  readonly feature: "standups";
  /** How many actions were processed. */
  readonly version: number;
  readonly state: State;
  /** How many effects were in flight when the version was first told. */
  readonly effects: number;
  readonly expiresAt: string;
  /** The path that leads to what is shown, where there is one. */
  readonly link?: string;
}

/** What creates a session. */
export type SessionCreation =
  | { readonly feature: "standups"; readonly state?: InitialState; readonly link?: undefined; readonly ttl?: number }
  | { readonly feature: "standups"; readonly state?: undefined; readonly link: string; readonly ttl?: number };

export interface State {
  readonly standups: readonly Standup[];
  readonly path: readonly StackElement<StandupsPathState>[];
  readonly destination?: StandupsDestinationState | null;
}

/** A meeting that a team holds every day, standing. */
export interface Standup {
  readonly id: UUID;
  readonly title: string;
  readonly attendees: readonly Attendee[];
  /** The time for all attendees together, in seconds. */
  readonly seconds: number;
  /** The meetings that were held, the latest first. */
  readonly meetings: readonly Meeting[];
}

/** An attendee of a standup. */
export interface Attendee {
  readonly id: UUID;
  readonly name: string;
}

/** A standup that was held. */
export interface Meeting {
  readonly id: UUID;
  readonly date: string;
  /** The length of the meeting, in seconds. */
  readonly seconds: number;
}

export type StandupsPathState =
  | { readonly detail: StandupDetailState }
  | { readonly meeting: MeetingNotesState }
  | { readonly record: RecordMeetingState };

export interface StandupDetailState {
  readonly standup: Standup;
  readonly destination?: StandupDetailDestinationState | null;
}

export type StandupDetailDestinationState =
  | { readonly alert: AlertState<StandupDetailAlert> }
  | { readonly edit: StandupFormState };

/** An alert. */
export interface AlertState<Action> {
  readonly title: string;
  readonly message?: string | null;
  readonly buttons?: readonly ButtonState<Action>[] | null;
}

/** A button, and the action that pressing it sends. */
export interface ButtonState<Action> {
  readonly label: string;
  readonly role?: "cancel" | "destructive" | null;
  /** To be sent as `presented`; without one the button only closes. */
  readonly action?: Action | null;
}

/** The actions of the alert's buttons. */
export type StandupDetailAlert =
  | { readonly confirmDeletion: {} };

export interface StandupFormState { readonly standup: Standup }

export interface MeetingNotesState {
  readonly meeting: Meeting;
  readonly standup: Standup;
}

export interface RecordMeetingState {
  readonly standup: Standup;
  /** The number of seconds of the meeting that have passed. */
  readonly secondsElapsed: number;
  /** The index of the attendee who speaks, counted from 0. */
  readonly speakerIndex: number;
  /** Whether the time runs: `false` during a pause, and absent before it was started. */
  readonly isRunning?: boolean | null;
  readonly alert?: AlertState<RecordMeetingAlert> | null;
}

/** The actions of the alert's buttons. */
export type RecordMeetingAlert =
  | { readonly confirmDiscard: {} }
  | { readonly confirmSave: {} };

export type StandupsDestinationState =
  | { readonly addStandup: StandupFormState };

export interface InitialState {
  readonly standups: readonly Standup[];
  readonly path: readonly ({
    readonly id: number;
    readonly state: OneCase<StandupsPathState>;
  } | OneCase<StandupsPathState>)[];
  readonly destination?: StandupsDestinationState | null;
}

export type Action = OneCase<
  | "addStandupButtonTapped" | "cancelAddStandupButtonTapped" | "confirmAddStandupButtonTapped"
  | { readonly addStandupButtonTapped: {} }
  | { readonly cancelAddStandupButtonTapped: {} }
  | { readonly confirmAddStandupButtonTapped: {} }
  | { readonly standupTapped: { readonly id: UUID } }
  | { readonly destination: OneCase<"dismiss" | { readonly presented: StandupsDestinationAction } | { readonly dismiss: {} }> }
  | {
    readonly path: OneCase<{
      readonly element: {
        readonly id: number;
        readonly action: StandupsPathAction;
      };
    } | { readonly popFrom: { readonly id: number } }>;
  }
>;

export type StandupsDestinationAction =
  | { readonly addStandup: StandupFormAction };

export type StandupFormAction = OneCase<
  | "addAttendeeButtonTapped"
  | { readonly binding: BindingActionStandupFormState }
  | { readonly addAttendeeButtonTapped: {} }
  | {
    readonly attendeeNameChanged: {
      readonly id: UUID;
      readonly name: string;
    };
  }
  | { readonly removeAttendeeButtonTapped: { readonly id: UUID } }
>;

/** The fields to set, with their new values. */
export type BindingActionStandupFormState = SomeOf<{
  readonly title?: string;
  /** The time for all attendees together, in seconds; limited to an hour. */
  readonly seconds?: number;
}>;

export type StandupsPathAction = OneCase<
  | { readonly detail: StandupDetailAction }
  | { readonly meeting: MeetingNotesAction }
  | { readonly record: RecordMeetingAction }
>;

export type StandupDetailAction = OneCase<
  | "editButtonTapped" | "cancelEditButtonTapped" | "doneEditingButtonTapped" | "deleteButtonTapped" | "startMeetingButtonTapped"
  | { readonly editButtonTapped: {} }
  | { readonly cancelEditButtonTapped: {} }
  | { readonly doneEditingButtonTapped: {} }
  | { readonly deleteButtonTapped: {} }
  /** Observed by the parent, which shows the meeting. */
  | { readonly meetingTapped: { readonly id: UUID } }
  /** Observed by the parent, which shows the recording. */
  | { readonly startMeetingButtonTapped: {} }
  | { readonly destination: OneCase<"dismiss" | { readonly presented: StandupDetailDestinationAction } | { readonly dismiss: {} }> }
>;

export type StandupDetailDestinationAction = OneCase<
  | { readonly alert: StandupDetailAlert | "confirmDeletion" }
  | { readonly edit: StandupFormAction }
>;

export type MeetingNotesAction =
  | "closeButtonTapped"
  | { readonly closeButtonTapped: {} };

export type RecordMeetingAction = OneCase<
  | "startButtonTapped" | "pauseButtonTapped" | "resumeButtonTapped" | "nextButtonTapped" | "endMeetingButtonTapped"
  | { readonly startButtonTapped: {} }
  | { readonly pauseButtonTapped: {} }
  | { readonly resumeButtonTapped: {} }
  | { readonly nextButtonTapped: {} }
  | { readonly endMeetingButtonTapped: {} }
  | { readonly alert: OneCase<"dismiss" | { readonly presented: OneCase<RecordMeetingAlert> | "confirmDiscard" | "confirmSave" } | { readonly dismiss: {} }> }
>;
