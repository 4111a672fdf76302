/**
 * Evaluates access policies and rules for callers and calls. Knows neither how callers are authenticated nor what a
 * policy protects.
 */
package dev.hyperterse.runtime.access;
