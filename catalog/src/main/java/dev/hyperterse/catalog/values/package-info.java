/**
 * The value set: what a catalog names and must not contain, because it may be secret. Plain data; its text form is never
 * logged.
 */
package dev.hyperterse.catalog.values;
