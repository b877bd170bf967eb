package dev.rota.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * A Tar is a tape archive read once from front to end into a folder: files, folders and links in
 * ustar form, which is all the archives of PostgreSQL hold. Anything else is refused rather than
 * guessed.
 */
final class Tar {

  private static final int BLOCK = 512;

  private final InputStream in;
  private final Path target;
  private final byte[] header = new byte[BLOCK];

  private Tar(InputStream in, Path target) {
    this.in = in;
    this.target = target;
  }

  static void extract(InputStream in, Path target) throws IOException {
    new Tar(in, target).extract();
  }

  private void extract() throws IOException {
    while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
      entry();
    }
  }

  private void entry() throws IOException {
    var path = inside(target.resolve(name()));
    var size = octal(124, 12);
    var type = (char) header[156];
    switch (type) {
      case '0', '\0' -> file(path, size);
      case '5' -> Files.createDirectories(path);
      case '2' -> link(path);
      default -> throw new IOException("Unknown type '" + type + "' of archive entry " + name());
    }
  }

  private void file(Path path, long size) throws IOException {
    Files.createDirectories(parent(path));
    try (var out = Files.newOutputStream(path)) {
      copy(size, out);
    }
    in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    Files.setPosixFilePermissions(path, permissions((int) octal(100, 8)));
  }

  private void copy(long size, java.io.OutputStream out) throws IOException {
    var buffer = new byte[1 << 16];
    for (var left = size; left > 0; ) {
      var read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException("The archive ends within " + name());
      }
      out.write(buffer, 0, read);
      left -= read;
    }
  }

  private void link(Path path) throws IOException {
    var to = text(157, 100);
    inside(parent(path).resolve(to));
    Files.createDirectories(parent(path));
    Files.createSymbolicLink(path, Path.of(to));
  }

  private Path inside(Path path) throws IOException {
    if (!path.normalize().startsWith(target)) {
      throw new IOException("Archive entry " + name() + " leads out of the archive");
    }
    return path;
  }

  private static Path parent(Path path) throws IOException {
    var parent = path.getParent();
    if (parent == null) {
      throw new IOException("No folder to put " + path + " into");
    }
    return parent;
  }

  private String name() {
    var prefix = text(345, 155);
    return prefix.isEmpty() ? text(0, 100) : prefix + "/" + text(0, 100);
  }

  private String text(int offset, int length) {
    var end = offset;
    while (end < offset + length && header[end] != 0) {
      end++;
    }
    return new String(header, offset, end - offset, StandardCharsets.UTF_8);
  }

  private long octal(int offset, int length) throws IOException {
    var digits = text(offset, length).strip();
    try {
      return Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw new IOException("Not an octal number: '" + digits + "' in archive entry " + name(), e);
    }
  }

  /** Everybody may read; whoever is executable for its owner is executable for all. */
  private static Set<PosixFilePermission> permissions(int mode) {
    var permissions =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ);
    if ((mode & 0100) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return permissions;
  }
}
