/** Tests of the fixtures: a fixture that lies makes every test built on it lie. */
package dev.hyperterse.testbed;
