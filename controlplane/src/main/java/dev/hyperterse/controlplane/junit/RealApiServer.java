package dev.hyperterse.controlplane.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of this class take a {@link dev.hyperterse.controlplane.ControlPlane} as a parameter: etcd and kube-apiserver,
 * and controllers where asked for. A class has it for itself while it runs and gives it to the next as it is, so each
 * works in names of its own. Where it cannot be had they are
 * skipped with the reason; with {@code HYPERTERSE_TESTS_REQUIRED=true} in the environment they fail instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedControlPlane.class)
public @interface RealApiServer {
    /** With the controllers of Kubernetes. It is another control plane than that of the classes without them. */
    boolean controllers() default false;
}
