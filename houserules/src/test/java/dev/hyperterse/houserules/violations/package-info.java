/**
 * Classes that break the house rules on purpose, so that the rules are seen to find something. Nothing else may live
 * here.
 */
package dev.hyperterse.houserules.violations;
