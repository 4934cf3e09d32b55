import * as pathPictureCss from './path-picture.module.css';
import * as promptPictureCss from './prompt-picture.module.css';

const keyPositions = [63, 81, 99].flatMap((y) => [371, 392, 413].map((x) => ({ x, y })));

/** Path from till to terminal to platform. `brokenAt` places the break in the path. */
export function PathPicture({ brokenAt }: { brokenAt: 'cable' | 'network' }) {
  return (
    <div className={`${pathPictureCss.pathPlace} tb-only-wide`}>
      <svg className={pathPictureCss.path} viewBox="0 0 720 140" aria-hidden="true" focusable="false">
        <rect className={promptPictureCss.body} x="4" y="10" width="132" height="86" rx="8" />
        <path d="M70 96v24M36 122h68" />
        <rect className={promptPictureCss.screen} x="17" y="23" width="106" height="60" rx="3" />
        <rect className={promptPictureCss.body} x="354" y="4" width="90" height="122" rx="12" />
        <rect className={promptPictureCss.screen} x="366" y="16" width="66" height="34" rx="4" />
        <g className={promptPictureCss.keys}>
          {keyPositions.map(({ x, y }) => (
            <rect key={`${x}-${y}`} x={x} y={y} width="14" height="10" rx="2.5" />
          ))}
        </g>
        <path className={promptPictureCss.body} d="M606 106h78a27 27 0 0 0 4-53 37 37 0 0 0-70-9 31 31 0 0 0-12 62z" />
        {brokenAt === 'cable' ? (
          <>
            <path d="M136 60h40M176 42v36h14a18 18 0 0 0 0-36zM208 52h14M208 68h14M354 60h-40M314 42h-16v36h16zM298 52h-6M298 68h-6" />
            <path className={pathPictureCss.pathBreak} d="M245 48l24 24M269 48l-24 24" />
            <path className={pathPictureCss.pathDash} d="M458 66h116" />
          </>
        ) : (
          <>
            <path d="M136 60h218" />
            <path className={pathPictureCss.pathDash} d="M456 66h38M552 66h24" />
            <path className={pathPictureCss.pathBreak} d="M511 54l24 24M535 54l-24 24" />
          </>
        )}
      </svg>
    </div>
  );
}
