/** Tests of what decides between running, skipping and failing. */
package dev.hyperterse.controlplane.junit;
