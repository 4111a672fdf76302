/**
 * Tests about the code itself: which module may know which, how things are named, that every package says what it is
 * for, and that sources are formatted. Nothing of the product lives here, and nothing here ships.
 */
package dev.hyperterse.houserules;
