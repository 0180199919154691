//! A per-query cache.

use std::cell::RefCell;
use std::rc::Rc;

/// A cache that compares keys one by one, because a query has only a few words.
pub struct QueryCache<K, V>(RefCell<Vec<(K, Rc<V>)>>);

impl<K: Clone + PartialEq, V> QueryCache<K, V> {
    pub fn new() -> QueryCache<K, V> {
        QueryCache(RefCell::default())
    }

    /// Returns the value of a key, computing it when first needed.
    pub fn get(&self, key: &K, make: impl FnOnce() -> V) -> Rc<V> {
        if let Some(made) = self.made(key) {
            return made;
        }
        let made = Rc::new(make());
        self.0.borrow_mut().push((key.clone(), Rc::clone(&made)));
        made
    }

    /// Returns the value of a key, if it was computed.
    fn made(&self, key: &K) -> Option<Rc<V>> {
        self.0.borrow().iter().find(|(other, _)| other == key).map(|(_, made)| Rc::clone(made))
    }
}
