/** Whether a caller is what a policy asks for. Knows neither how callers are authenticated nor what the policy protects. */
package dev.hyperterse.runtime.access;
