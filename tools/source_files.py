"""Which files are ours: used by the checks."""
import subprocess


def source_files(root):
    """Files below the folder that git knows or would add, as paths; all of them but build/ when it is not a git tree (an unpacked release)."""
    listing = subprocess.run(['git', '-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], capture_output=True, text=True)
    if listing.returncode == 0:
        paths = [root / name for name in set(listing.stdout.split('\0')) - {''}]
    else:
        paths = [path for path in root.rglob('*') if 'build' not in path.relative_to(root).parts]
    return sorted(path for path in paths if path.is_file())
