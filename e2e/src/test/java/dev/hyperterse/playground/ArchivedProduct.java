package dev.hyperterse.playground;

import dev.hyperterse.playground.node.container.Images;
import dev.hyperterse.testbed.ClassArchive;

/** Playgrounds whose pods start from an archive of classes: tests start so many that it saves minutes. */
public final class ArchivedProduct {
    private ArchivedProduct() {}

    /** As {@link PlaygroundOptions#product()}. */
    public static PlaygroundOptions installed() {
        return uninstalled().withOperators(1);
    }

    /** As {@link PlaygroundOptions#uninstalled()}. */
    public static PlaygroundOptions uninstalled() {
        var images = Product.images();
        var archive = ClassArchive.ofThisJvm();
        return PlaygroundOptions.empty(
                new Images(images.java(), archive.classPath(), images.mainClasses(), archive.options()));
    }
}
