/**
 * Expressions of CEL: access rules about a caller, a definition and a call, and the arguments and results of tools that call
 * others. The operator compiles and types them, replicas evaluate what came out of that within bounds. Knows neither how callers
 * are authenticated, nor what a rule protects, nor how a tool is called.
 */
package dev.hyperterse.rule;
