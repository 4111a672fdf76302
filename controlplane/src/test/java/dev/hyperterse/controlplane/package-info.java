/** Tests of building, starting, disturbing and stopping a control plane. */
package dev.hyperterse.controlplane;
