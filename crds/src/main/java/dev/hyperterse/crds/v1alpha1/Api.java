package dev.hyperterse.crds.v1alpha1;

/** The names of this API. */
public final class Api {
    public static final String GROUP = "hyperterse.dev";
    public static final String VERSION = "v1alpha1";

    /** {@code kubectl get mcp} shows all four kinds. */
    public static final String CATEGORY = "mcp";

    private Api() {}
}
