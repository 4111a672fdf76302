/** The parts of every call that the packages below share: caller, failure, trace. Independent of protocols, tools and engines. */
package dev.hyperterse.calls;
