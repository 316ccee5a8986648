// What came out, in a sentence: as summary.json has it in `answer`, otherwise made here of the same numbers.
thud.answer = ({ summary, model, impacts }) => {
    if (summary.answer?.length) return summary.answer;
    const sentences = [];
    const struck = Object.entries(summary.contacts ?? {}).filter(([, contact]) => contact.impacts > 0);
    // the largest force; where no contact has one, the largest impulse
    const strongest = thud.strongest(impacts),
        force = thud.largestPart(summary.contacts, 'max_force');
    const hardest = force?.value > 0 ? `up to ${thud.quantity(force.value, 'N', 3)}` : strongest ? `up to ${thud.impactForce(strongest)}` : '',
        hardestAt = force?.value > 0 ? force.name : strongest?.contact;
    const times = (count) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count.toLocaleString('en')} times`);
    const ends = (name) => {
        const c = model.contacts.find((one) => one.name === name);
        return c ? thud.listed([c.tip ?? c.left ?? 'the ground', c.rod ?? (c.tip && !c.tip_left ? c.left : c.right) ?? 'the ground']) : name;
    };
    if (model.contacts.length === 0) sentences.push('Nothing can strike: there are no contacts.');
    else if (struck.length === 0) sentences.push('Nothing strikes: all gaps stay open.');
    else if (struck.length === 1) sentences.push(`${ends(struck[0][0])} strike ${times(summary.impacts)}${hardest ? `, ${hardest}` : ''}.`);
    else sentences.push(`${thud.count(summary.impacts, 'impact')} at ${struck.length} contacts${hardest ? `, ${hardest} at ${hardestAt}` : ''}.`);
    const [sentence] = sentences;
    sentences[0] = sentence[0].toUpperCase() + sentence.slice(1);
    return sentences;
};

// the change of a number by contact: "+33 % by contact"; nothing where there is no run without
thud.changeOf = (value, open) => {
    if (!Number.isFinite(open) || !Number.isFinite(value)) return '';
    if (!(open > 0)) return value > 0 ? 'none without contact' : '';
    const percent = 100 * (value / open - 1);
    if (Math.abs(percent) < 0.5) return 'unchanged by contact';
    if (percent > 900) return `${thud.digits(value / open, 2)} times that without contact`;
    return `${percent > 0 ? '+' : '−'}${thud.digits(Math.abs(percent), percent > 99 ? 3 : 2)}\u00a0% by contact`;
};
