/** Finds mistakes in style sheets: invalid, duplicate and unknown declarations. Taste and layout are oxfmt's. */
export default {
  extends: ['stylelint-config-recommended'],
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    'color-no-invalid-hex': true,
    'function-linear-gradient-no-nonstandard-direction': true,
    'function-no-unknown': true,
    'no-unknown-animations': true,
    // The kit's (`web/style-kit.ts`), which throws at an unknown name.
    'at-rule-no-unknown': [true, { ignoreAtRules: ['apply'] }],
    'at-rule-prelude-no-invalid': [true, { ignoreAtRules: ['apply'] }],
    'unit-no-unknown': true,
    // CSS Modules.
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    // Compares selectors by their last part only, so rules for different elements count as one order.
    'no-descending-specificity': null,
  },
}
