//! Properties of packs by which a search is narrowed.

/// The kind of a property's values. A filter by a flag accepts `true` and `false` for any dataset, and a
/// filter by a text only texts that packs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Texts of the release: `POM`. A release may have new ones any week.
    Texts,
    /// Whether the release marks the pack, its product or its virtual product.
    Flag,
}

macro_rules! properties {
    ($($property:ident $key:literal $values:ident $title:literal $source:literal,)*) => {
        /// A property of packs by which a search is narrowed.
        ///
        /// A property is of the pack itself, or of the product, virtual pack or virtual product above it. The
        /// key names it in every interface: as a parameter of `/api/search`, as `--filter KEY=VALUE`, and as
        /// a field in JavaScript and JSON.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Property {
            $(#[doc = $title] $property,)*
        }

        impl Property {
            /// All properties, in the order in which people see them.
            pub const ALL: &[Property] = &[$(Property::$property,)*];

            /// The stable name for programs.
            pub fn key(self) -> &'static str {
                match self { $(Property::$property => $key,)* }
            }

            /// The name for people.
            pub fn title(self) -> &'static str {
                match self { $(Property::$property => $title,)* }
            }

            /// The fields of a release that have it.
            pub fn source(self) -> &'static str {
                match self { $(Property::$property => $source,)* }
            }

            /// The kind of its values.
            pub fn values(self) -> Values {
                match self { $(Property::$property => Values::$values,)* }
            }
        }
    };
}

properties! {
    LegalCategory "legal_category" Texts "Legal category" "AMPP LEGAL_CATCD",
    Origin "origin" Texts "Supplier, import or special" "the supplier in the name of the AMPP",
    Availability "availability" Texts "Availability restriction" "AMP AVAIL_RESTRICTCD",
    NonAvailability "non_availability" Texts "Availability of actual products" "VMP NON_AVAILCD",
    Tariff "tariff" Texts "Drug Tariff category" "VMPP DTINFO PAY_CATCD",
    PrescribingStatus "prescribing_status" Texts "Prescribing status" "VMP PRES_STATCD",
    ControlledDrug "controlled_drug" Texts "Controlled drug category" "VMP CONTROL_INFO CATCD",
    Licensing "licensing" Texts "Licensing authority" "AMP LIC_AUTHCD",
    ParallelImport "parallel_import" Flag "Parallel import" "AMP PARALLEL_IMPORT",
    AdditionalMonitoring "additional_monitoring" Flag "Additional monitoring" "AMP EMA",
    SugarFree "sugar_free" Flag "Sugar free" "VMP SUG_F",
    GlutenFree "gluten_free" Flag "Gluten free" "VMP GLU_F",
    PreservativeFree "preservative_free" Flag "Preservative free" "VMP PRES_F",
    CfcFree "cfc_free" Flag "CFC free" "VMP CFC_F",
    NhsSchedule1 "nhs_schedule_1" Flag "Not to be prescribed on the NHS (schedule 1)" "AMPP PRESCRIB_INFO SCHED_1",
    NhsSchedule2 "nhs_schedule_2" Flag "Selected list scheme (schedule 2)" "AMPP PRESCRIB_INFO SCHED_2",
    Acbs "acbs" Flag "ACBS" "AMPP PRESCRIB_INFO ACBS",
    PersonallyAdministered "personally_administered" Flag "Personally administered" "AMPP PRESCRIB_INFO PADM",
    Fp10Mda "fp10_mda" Flag "FP10 MDA" "AMPP PRESCRIB_INFO FP10_MDA",
    Hospital "hospital" Flag "Hospital only" "AMPP PRESCRIB_INFO HOSP",
    NurseFormulary "nurse_formulary" Flag "Nurse formulary" "AMPP PRESCRIB_INFO NURSE_F",
    ExtendedNurseFormulary "extended_nurse_formulary" Flag "Nurse extended formulary" "AMPP PRESCRIB_INFO ENURSE_F",
    DentalFormulary "dental_formulary" Flag "Dental formulary" "AMPP PRESCRIB_INFO DENT_F",
    SpecialContainer "special_container" Texts "Special container" "AMPP REIMB_INFO SPEC_CONTCD",
    DiscountNotDeducted "discount_not_deducted" Texts "Discount not deducted" "AMPP REIMB_INFO DND",
    BrokenBulk "broken_bulk" Flag "Broken bulk" "AMPP REIMB_INFO BB",
}

impl Property {
    /// Finds the property with a key.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::concept::Property;
    ///
    /// assert_eq!(Property::with_key("tariff"), Some(Property::Tariff));
    /// assert_eq!(Property::with_key("colour"), None);
    /// ```
    pub fn with_key(key: &str) -> Option<Property> {
        Property::ALL.iter().copied().find(|property| property.key() == key)
    }

    /// Reports whether one concept may have two or more values.
    pub(crate) fn may_be_several(self) -> bool {
        matches!(self, Property::Tariff | Property::ControlledDrug)
    }

    /// Reports whether the record of a pack has it. All others need the concepts above the pack.
    pub fn is_of_record(self) -> bool {
        matches!(self, Property::LegalCategory | Property::Origin)
    }
}
