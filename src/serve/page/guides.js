// A dozen examples: a short text with steps, each of which is a test under some models, ready to be changed.
// `code` stands for code; a step has a shipped test, models, and the outcome to explain (one of the test's own clauses if it is empty).

export const guides = [
  {
    id: 'store-buffering', title: 'Store buffering',
    text: ['Each thread writes one location and then reads the other. However you interleave the four steps, one of the reads comes last and sees a write.',
      'Yet Java allows both reads to see 0: a processor may keep a write in a buffer while the next read goes ahead, and a compiler may swap the two.'],
    steps: [
      { label: 'Plain accesses', test: 'classic/SB', models: ['sc', 'java', 'jam21'], why: 'java' },
      { label: 'Why not with interleaving?', test: 'classic/SB', models: ['sc', 'java', 'jam21'], why: 'sc' },
      { label: 'Volatile forbids it', test: 'classic/SB+vol', models: ['sc', 'java', 'jam21'], why: 'java' },
    ],
  },
  {
    id: 'message-passing', title: 'Message passing',
    text: ['One thread writes data and then sets a flag. The other reads the flag and then the data. May it see the flag without the data?',
      'With plain accesses: yes. A `setRelease` that is seen by a `getAcquire` is enough to forbid it; `volatile` is more than needed.'],
    steps: [
      { label: 'Plain', test: 'classic/MP', models: ['sc', 'java'], why: 'java' },
      { label: 'Release and acquire', test: 'classic/MP+rel+acq', models: ['sc', 'java'], why: 'java' },
      { label: 'Volatile', test: 'classic/MP+vol', models: ['sc', 'java'], why: 'java' },
    ],
  },
  {
    id: 'coherence', title: 'Coherence',
    text: ['Two reads of one location, one after the other: may the second see an older value than the first?',
      'For plain Java variables it may, since a compiler may use a value again that it has read before. From `opaque` on, all threads see the writes of one location in one order.'],
    steps: [
      { label: 'Plain', test: 'classic/CoRR', models: ['sc', 'java', 'jls04'], why: 'java' },
      { label: 'Opaque', test: 'jcstress/coherence-opaque', models: ['sc', 'java'], why: 'java' },
    ],
  },
  {
    id: 'load-buffering', title: 'Load buffering',
    text: ['Each thread reads one location and then writes the other. For both reads to see 1, each must see a write that comes later in program order.',
      'Java allows it, and must say why this is no value out of thin air: step through the justification. Each stage commits some actions that can happen without the later ones.'],
    steps: [
      { label: 'The justification', test: 'classic/LB', models: ['sc', 'jls04', 'java'], why: 'java' },
      { label: 'Opaque accesses', test: 'classic/LB+opq', models: ['sc', 'java', 'jam21'], why: 'jam21' },
    ],
  },
  {
    id: 'iriw', title: 'Two observers',
    text: ['Two threads write, two others read both locations in opposite orders. May the readers disagree about which write came first?',
      'With `opaque` accesses they may: some processors show a write to one thread before they show it to all. Volatile accesses have one order that all threads agree on.'],
    steps: [
      { label: 'Opaque', test: 'classic/IRIW', models: ['sc', 'java', 'jam21'], why: 'java' },
      { label: 'Volatile', test: 'classic/IRIW+vol', models: ['sc', 'java', 'jam21'], why: 'java' },
    ],
  },
  {
    id: 'thin-air', title: 'Out of thin air',
    text: ['Two threads copy each other\'s location. If each read sees the other\'s write, any value at all is consistent: 42 would justify itself.',
      'Happens-before alone does not exclude that. This is why Java\'s model compares several executions: a value must have a reason that does not rest on itself.'],
    steps: [
      { label: 'Happens-before alone', test: 'jmt/thin-air', models: ['jls-hb', 'jls04', 'java'], why: 'jls-hb' },
      { label: 'With causality', test: 'jmt/thin-air', models: ['jls-hb', 'jls04', 'java'], why: 'java' },
    ],
  },
  {
    id: 'causality-4', title: 'Causality test case 4',
    text: ['From the list by which Java 5\'s model was discussed. Each thread writes what it has read: may both see 1, if nobody ever writes a 1 for another reason?',
      'It is forbidden, and the reason names the rule of the specification that keeps it out: what a read sees must have been committed before.'],
    steps: [{ label: 'Why not?', test: 'pugh/causality-04', models: ['jls-hb', 'jls04', 'java'], why: 'jls04' }],
  },
  {
    id: 'causality-2', title: 'Causality test case 2',
    text: ['A thread reads one location twice and writes 1 to another if both reads agree. A compiler may turn the two reads into one, see that they always agree, and write at once.',
      'So the outcome must be allowed, although it looks like the one of test case 4. Where models of Java went wrong, it was often here.'],
    steps: [{ label: 'How?', test: 'pugh/causality-02', models: ['jls-hb', 'jls04', 'java'], why: 'jls04' }],
  },
  {
    id: 'double-checked-locking', title: 'Double-checked locking',
    text: ['An object is made on first use; a check outside of the lock saves the lock for everybody else. That check is a race.',
      'Without `volatile`, a thread may see the reference and not what the constructor wrote.'],
    steps: [
      { label: 'Broken', test: 'algorithms/dcl', models: ['sc', 'java'], why: 'java' },
      { label: 'Mended by volatile', test: 'algorithms/dcl-volatile', models: ['sc', 'java'], why: 'java' },
      { label: 'An immutable object', test: 'algorithms/dcl-final-local', models: ['sc', 'java'], why: 'java' },
    ],
  },
  {
    id: 'final-fields', title: 'Final fields',
    text: ['An object is published by a race. Who sees the reference sees its final fields as the constructor left them; other fields may still have their default value.',
      'The guarantee ends where the constructor lets the object escape before it is finished.'],
    steps: [
      { label: 'Final fields', test: 'jcstress/finals-final', models: ['java', 'jls04'], why: 'java' },
      { label: 'Plain fields', test: 'jcstress/finals-plain', models: ['java', 'jls04'], why: 'java' },
      { label: 'this escapes', test: 'algorithms/publication-leaked-this', models: ['java', 'jls04'], why: 'java' },
    ],
  },
  {
    id: 'figure-5', title: 'What x86 shows and JAM21 forbids',
    text: ['Fig. 5 of the jMT paper by Panneke and Wehrheim: a behaviour of compiled code that a published model of Java\'s access modes excludes.',
      'See the tab Compile, too: what each processor does with this program, held against the model that you choose.'],
    steps: [
      { label: 'Under JAM21', test: 'jmt/Fig5', models: ['jam21', 'java', 'jls04'], why: 'jam21' },
      { label: 'Compiled', test: 'jmt/Fig5', models: ['jam21', 'java', 'jls04'], why: 'jam21', tab: 'compile' },
    ],
  },
  {
    id: 'your-own-model', title: 'Change the model',
    text: ['Models are texts. Press the pencil beside `sc` in the table to edit a copy: take the word `fr` out of its check, and see below the table which outcomes become possible.',
      'Then ask in the tab *What changes?* which of the literature\'s verdicts are not the same any more.'],
    steps: [{ label: 'Begin with coherence', test: 'classic/CoRR', models: ['sc'], why: 'sc', edit: 'sc' }],
  },
];
