/**
 * Parts that several kinds have, references and grants among them, and the bounds and formats that their schemas share.
 * No part of a single kind.
 */
package dev.hyperterse.crds.v1alpha1.shared;
