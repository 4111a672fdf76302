package dev.hyperterse.compiler.problem;

import dev.hyperterse.catalog.LeafIdentity;

/** Is given each fault of this compiler. Authors only read that there is one. */
@FunctionalInterface
public interface CompilerFaults {
    CompilerFaults IGNORED = (_, _) -> {};

    void add(LeafIdentity object, Throwable fault);

    /** The problem of an object for its author. @param subject what could not be compiled */
    default Problem problem(LeafIdentity object, String path, Throwable fault, String subject) {
        add(object, fault);
        return Reason.CompilerFault.problem(
                path,
                "compiler-without-faults",
                "internal error of the compiler: " + fault.getClass().getSimpleName(),
                "report it together with this %s; a simpler %s may pass until it is fixed".formatted(subject, subject));
    }
}
