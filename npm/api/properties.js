// The properties of packs by which a search is narrowed. A test compares them with the core
// (`src/concept/property.rs`).

/** The properties whose values are texts of the release, or their keys. */
export const TEXT_PROPERTIES = [
  "legal_category",
  "origin",
  "availability",
  "non_availability",
  "tariff",
  "prescribing_status",
  "controlled_drug",
  "licensing",
  "special_container",
  "discount_not_deducted",
];

/** The properties that a release marks or does not mark. */
export const FLAG_PROPERTIES = [
  "parallel_import",
  "additional_monitoring",
  "sugar_free",
  "gluten_free",
  "preservative_free",
  "cfc_free",
  "nhs_schedule_1",
  "nhs_schedule_2",
  "acbs",
  "personally_administered",
  "fp10_mda",
  "hospital",
  "nurse_formulary",
  "extended_nurse_formulary",
  "dental_formulary",
  "broken_bulk",
];

export const PROPERTIES = [...TEXT_PROPERTIES, ...FLAG_PROPERTIES];
