// The built-in domain: work on software. Written as a domain file, so that it is checked like one and can be copied to
// `.minds/domains/` as a beginning of an own one.
import type { Domain } from './domain.ts';
import { readDomain } from './domain-file.ts';

/** The name under which a root dialog asks for the built-in domain. */
export const softwareDomainName = 'software';

/** The built-in domain. Throws when the text below is broken, which the tests rule out. */
export function softwareDomain(): Domain {
  const { domain, problems } = readDomain(softwareDomainText, `${softwareDomainName}.yaml`);
  if (domain === undefined) throw new Error(`the built-in domain is broken: ${JSON.stringify(problems[0])}`);
  return domain;
}

export const softwareDomainText = `# Work on software: find out, prepare, change, deliver.
name: software
intents: {Explore: read, Prepare: prepare, Change: transform, Deliver: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]

flows:
  # Plan
  - name: plan_feature
    intent: Plan
    description: Break a new feature into steps and carry them out after approval
    slots:
      goal: {type: FreeTextSlot, priority: required, description: What the feature does for its user}
      constraints: {type: FreeTextSlot, priority: optional, description: What must hold or must not change}
      approach: {type: ProposalSlot, priority: optional, description: The design that was chosen}
  - name: plan_fix
    intent: Plan
    description: Find, mend and test a fault in several steps
    slots:
      symptom: {type: FreeTextSlot, priority: required, description: 'What goes wrong, and when'}
      severity: {type: ScoreSlot, priority: optional, min: -2, max: 2, default: 0}
  - name: plan_migration
    intent: Plan
    description: Move the code from one library, version or form to another, step by step
    slots:
      from: {type: BaseSlot, priority: required}
      to: {type: BaseSlot, priority: required}
      scope: {type: SourceSlot, priority: optional, description: Folders and files to move}

  # Converse
  - name: discuss
    intent: Converse
    on_resume: go
    description: Talk about ideas, trade-offs or the project in general, without touching anything
    slots: {}
  - name: explain_concept
    intent: Converse
    description: Explain a concept, a library or a practice
    slots:
      concept: {type: BaseSlot, priority: required}
      depth: {type: CategorySlot, priority: optional, options: [brief, thorough], default: brief}
  - name: compare_options
    intent: Converse
    description: Weigh several ways of doing something against each other
    slots:
      options: {type: GroupSlot, priority: required, min_size: 2}
      criteria: {type: GroupSlot, priority: optional}

  # Internal
  - name: curate_memory
    intent: Internal
    description: Keep what the team remembers short, true and without repetition
    slots: {}
  - name: repair_state
    intent: Internal
    description: Set right beliefs that contradict each other
    slots: {}
  - name: summarize_session
    intent: Internal
    description: Sum up what was done, decided and left open
    slots: {}

  # Explore
  - name: find_code
    intent: Explore
    entity: subject
    description: Find where something is defined, used or decided
    slots:
      subject: {type: BaseSlot, priority: required, description: 'A name, a message or a behaviour'}
      places: {type: SourceSlot, priority: optional, description: Where to look}
  - name: explain_code
    intent: Explore
    entity: code
    description: Explain how a piece of code works
    slots:
      code: {type: SourceSlot, priority: required, description: 'Files, functions or types'}
      question: {type: FreeTextSlot, priority: optional}
  - name: find_cause
    intent: Explore
    entity: symptom
    description: Find out why something fails, without changing it
    slots:
      symptom: {type: FreeTextSlot, priority: elective, description: What goes wrong}
      failing_test: {type: BaseSlot, priority: elective}
      log: {type: SourceSlot, priority: elective, description: Files with output or a stack trace}
      since: {type: BaseSlot, priority: optional, description: A commit or a date when it still worked}
      cause: {type: FreeTextSlot, priority: optional, set_by: agent, description: What turned out to be the cause}
  - name: review_changes
    intent: Explore
    description: Read changes critically and report findings
    slots:
      changes: {type: BaseSlot, priority: required, description: 'A branch, a commit, a pull request or the working tree'}
      focus:
        type: ChecklistSlot
        priority: optional
        items: [correctness, tests, security, performance, readability]
      strictness: {type: LevelSlot, priority: optional, min: 1, max: 5, default: 3}
  - name: measure
    intent: Explore
    description: Measure speed, size or coverage, and show the result
    slots:
      metric: {type: FormulaSlot, priority: required, description: 'What is computed, as in covered / total'}
      target: {type: SourceSlot, priority: optional}
      chart: {type: ChartSlot, priority: optional, default: {type: bar}}
      period: {type: RangeSlot, priority: optional}

  # Prepare
  - name: set_up
    intent: Prepare
    description: Make a project, a tool or an environment ready for work
    slots:
      what: {type: BaseSlot, priority: required}
      settings: {type: DictionarySlot, priority: optional}
  - name: reproduce
    intent: Prepare
    entity: symptom
    description: Make a fault happen on demand, best as a failing test
    slots:
      symptom: {type: FreeTextSlot, priority: required, from: [find_cause.symptom]}
      steps: {type: FreeTextSlot, priority: optional}
      test_file: {type: TargetSlot, priority: optional}
  - name: update_dependencies
    intent: Prepare
    description: Add, update or drop libraries
    slots:
      packages: {type: GroupSlot, priority: required}
      version:
        type: ExactSlot
        priority: optional
        when: change != "drop"
        pattern: '[~^]?\\d+(\\.\\d+){0,2}(-[\\w.]+)?'
      change: {type: CategorySlot, priority: optional, options: [add, update, drop], default: update}
  - name: tidy
    intent: Prepare
    description: Format, lint and sort without changing behaviour
    slots:
      code: {type: SourceSlot, priority: required}

  # Change
  - name: implement
    intent: Change
    entity: behaviour
    description: Add behaviour to the code
    slots:
      behaviour: {type: FreeTextSlot, priority: required, description: What it does when it is done}
      places: {type: TargetSlot, priority: optional, description: Files to change or to make}
      done_when: {type: ChecklistSlot, priority: optional, description: What must hold in the end}
  - name: fix
    intent: Change
    entity: symptom
    description: Mend a fault and keep it mended by a test
    slots:
      symptom: {type: FreeTextSlot, priority: elective, from: [reproduce.symptom, find_cause.symptom]}
      failing_test: {type: BaseSlot, priority: elective, from: [find_cause.failing_test]}
      cause: {type: FreeTextSlot, priority: optional, from: [find_cause.cause]}
      places: {type: SourceSlot, priority: optional}
  - name: refactor
    intent: Change
    entity: code
    description: Change the form of code and keep its behaviour
    slots:
      code: {type: SourceSlot, priority: required}
      goal: {type: FreeTextSlot, priority: required, description: What is to be better afterwards}
  - name: rename
    intent: Change
    entity: old_name
    description: Give something another name everywhere
    slots:
      old_name: {type: ExactSlot, priority: required}
      new_name: {type: ExactSlot, priority: required}
      scope: {type: SourceSlot, priority: optional}
  - name: remove
    intent: Change
    entity: what
    description: Take out code, files or features
    slots:
      what: {type: RemovalSlot, priority: required}
      keep: {type: GroupSlot, priority: optional, description: What must stay}
  - name: write_tests
    intent: Change
    entity: code
    description: Write tests for code that is there
    slots:
      code: {type: SourceSlot, priority: required, from: [implement.places, fix.places, refactor.code]}
      cases: {type: FreeTextSlot, priority: optional}
      kind: {type: CategorySlot, priority: optional, options: [unit, integration, end-to-end, property], default: unit}
  - name: write_docs
    intent: Change
    entity: subject
    description: Write or correct documentation
    slots:
      subject: {type: BaseSlot, priority: required}
      documents: {type: TargetSlot, priority: optional}
      reader: {type: CategorySlot, priority: optional, options: [user, developer, operator], default: developer}
  - name: configure
    intent: Change
    description: Change settings of the project or of a tool
    slots:
      file: {type: TargetSlot, priority: required}
      settings: {type: DictionarySlot, priority: required}

  # Deliver
  - name: commit
    intent: Deliver
    description: Record finished changes in version control
    slots:
      changes: {type: SourceSlot, priority: optional}
      message: {type: FreeTextSlot, priority: optional}
  - name: propose_changes
    intent: Deliver
    confirm: true
    description: Open or update a pull request
    slots:
      branch: {type: ExactSlot, priority: required, pattern: '[\\w./-]+'}
      summary: {type: FreeTextSlot, priority: optional}
      reviewers: {type: GroupSlot, priority: optional}
      address: {type: BaseSlot, priority: optional, set_by: agent, description: Where the pull request is}
  - name: release
    intent: Deliver
    confirm: true
    description: Make a version and its notes ready
    slots:
      version: {type: ExactSlot, priority: required, pattern: 'v?\\d+\\.\\d+\\.\\d+(-[\\w.]+)?'}
      notes: {type: FreeTextSlot, priority: optional}
  - name: report
    intent: Deliver
    description: Report on progress or on findings
    slots:
      subject: {type: BaseSlot, priority: required}
      period: {type: RangeSlot, priority: optional}
      chart: {type: ChartSlot, priority: optional}
`;
