/**
 * Access rules: expressions of CEL about a caller, a definition and a call. The operator compiles and types them, replicas
 * evaluate what came out of that within bounds. Knows neither how callers are authenticated nor what a rule protects.
 */
package dev.hyperterse.rule;
