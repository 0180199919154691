//! What was made once for a query is not made again for it.

use std::cell::RefCell;
use std::rc::Rc;

/// What was made for keys. A query has few words: they are compared one by one.
pub struct QueryCache<K, V>(RefCell<Vec<(K, Rc<V>)>>);

impl<K: Clone + PartialEq, V> QueryCache<K, V> {
    pub fn new() -> QueryCache<K, V> {
        QueryCache(RefCell::default())
    }

    /// What was made for a key, or is now.
    pub fn get(&self, key: &K, make: impl FnOnce() -> V) -> Rc<V> {
        self.made(key).unwrap_or_else(|| {
            let made = Rc::new(make());
            self.0.borrow_mut().push((key.clone(), Rc::clone(&made)));
            made
        })
    }

    /// What was made for a key.
    fn made(&self, key: &K) -> Option<Rc<V>> {
        self.0.borrow().iter().find(|(other, _)| other == key).map(|(_, made)| Rc::clone(made))
    }
}
