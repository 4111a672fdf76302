package dev.hyperterse.controlplane;

/** Something on this machine kept a control plane from starting, working or stopping. */
public final class ControlPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ControlPlaneException(String message) {
        super(message);
    }

    ControlPlaneException(String message, Throwable cause) {
        super(message, cause);
    }
}
